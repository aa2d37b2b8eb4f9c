//! The machine of a run.

use std::env::consts::{ARCH, OS};
use std::fmt;
use std::thread;

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// The properties of a machine. Times are comparable if these are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The name of the processor, or `unknown`.
    pub(crate) cpu: String,
    /// The number of hardware threads that this process may use.
    pub(crate) cores: usize,
    pub(crate) os: String,
    pub(crate) arch: String,
}

impl Machine {
    pub(crate) fn this() -> Self {
        let system =
            System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
        let brand = system.cpus().first().map_or("", |cpu| cpu.brand().trim());
        Self {
            cpu: if brand.is_empty() { "unknown".to_owned() } else { brand.to_owned() },
            cores: thread::available_parallelism().map_or(1, usize::from),
            os: OS.to_owned(),
            arch: ARCH.to_owned(),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cpu, cores, os, arch } = self;
        write!(f, "{cpu}, {cores} cores, {os} on {arch}")
    }
}
