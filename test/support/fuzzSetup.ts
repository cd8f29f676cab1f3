/**
 * Runs before every test file: generated cases come from one seed, so that a test that passes once passes always.
 * `scripts/fuzz.ts` tries other seeds.
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: Number(process.env.FISCAL_FUZZ_SEED ?? 1) });
