//! The memory of caches.

use bytesize::ByteSize;
use quadrille::engine::memo::Memo;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// The memory limit of counting.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryArgs {
    /// The memory limit for counting, such as 8G; by default half of the memory
    ///
    /// With less memory, counting takes longer. A diagram of all covers, which `sample` needs, must
    /// fit.
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
}

impl MemoryArgs {
    /// Returns the memory limit in bytes.
    pub(crate) fn limit(&self) -> usize {
        memory(self.asked())
    }

    /// Returns the memory limit in bytes, if one was set.
    pub(crate) fn asked(&self) -> Option<u64> {
        self.memory.map(|memory| memory.as_u64())
    }
}

/// Returns the memory limit in bytes: the given limit, or half of the memory of the machine.
pub(crate) fn memory(asked: Option<u64>) -> usize {
    usize::try_from(asked.unwrap_or_else(half_of_the_machine)).unwrap_or(usize::MAX)
}

fn half_of_the_machine() -> u64 {
    let system = System::new_with_specifics(
        RefreshKind::nothing().with_memory(MemoryRefreshKind::everything()),
    );
    // A container may have less memory than the machine.
    let limit = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory);
    match system.total_memory().min(limit) {
        // The size of the memory is unknown.
        0 => Memo::MEMORY as u64,
        total => total / 2,
    }
}
