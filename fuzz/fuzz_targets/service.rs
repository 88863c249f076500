#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| tsumi_fuzz::service(data));
