//! What the measuring was done on.

use std::env::consts::{ARCH, OS};
use std::fmt;
use std::thread;

use serde::{Deserialize, Serialize};
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// Times can be compared if these are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Machine {
    /// The processor's name for itself.
    pub(super) cpu: String,
    /// How many threads run at the same time.
    pub(super) cores: usize,
    pub(super) os: String,
    pub(super) arch: String,
}

impl Machine {
    pub(super) fn this() -> Self {
        let system = System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
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
