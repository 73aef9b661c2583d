#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| soko_fuzz::plan(data));
