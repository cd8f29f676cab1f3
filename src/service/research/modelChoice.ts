import type { LanguageModel } from '../../model/languageModel.ts';

/** The language model that the user chose to write answers. */
export interface ModelChoice {
  readonly model: LanguageModel;
  /** Whether requests with zero data retention may use it: it runs on this machine, or the user stated that it retains nothing. */
  readonly zeroRetention: boolean;
}
