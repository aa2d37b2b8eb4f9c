//! The progress of reading a large file.

use std::fs::File;
use std::io::{self, Read};

use crate::shared::progress::{Progress, grouped};

/// A source that shows on the progress display how much of it was read.
pub(crate) struct Reading<R> {
    source: R,
    read: u64,
    /// The size of the source, if it is known.
    size: Option<u64>,
    progress: Progress,
}

impl<R: Read> Reading<R> {
    pub(crate) fn new(source: R, size: Option<u64>, progress: &Progress) -> Self {
        Self { source, read: 0, size, progress: progress.clone() }
    }
}

impl Reading<File> {
    /// Reads a file, whose size is known unless it is a pipe or a device.
    pub(crate) fn file(source: File, progress: &Progress) -> Self {
        let metadata = source.metadata().ok().filter(std::fs::Metadata::is_file);
        Self::new(source, metadata.map(|metadata| metadata.len()), progress)
    }
}

impl<R: Read> Read for Reading<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.read += length as u64;
        self.progress.show(|| {
            let megabytes = |bytes: u64| grouped(&(bytes / 1_000_000).to_string());
            match self.size {
                Some(size) => format!("{} of {} MB read", megabytes(self.read), megabytes(size)),
                None => format!("{} MB read", megabytes(self.read)),
            }
        });
        Ok(length)
    }
}
