import fc from 'fast-check';

// A property whose counterexample takes long to shrink reports the smallest one that it has found, before its test times out.
fc.configureGlobal({ interruptAfterTimeLimit: 25 * 60_000, markInterruptAsFailure: true });
