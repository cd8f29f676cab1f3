import type { LanguageModel } from '../../model/languageModel.ts';
import type { SecondReading } from '../../protocol/secondReading.ts';

/** The language model that the user chose to write answers. */
export interface ModelChoice {
  readonly model: LanguageModel;
  /** Whether requests with zero data retention may use it: it runs on this machine, or the user stated that it retains nothing. */
  readonly zeroRetention: boolean;
  /** When the model reads its sentences again. Default: `deep`. */
  readonly secondReading?: SecondReading | undefined;
}
