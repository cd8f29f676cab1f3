/** Records that are opened when something is first to be written or looked up. */
import type { Records } from './complianceServices.ts';

export function lazyRecords(open: () => Records): Records {
  let opened: Records | undefined;
  const records = () => {
    opened ??= open();
    return opened;
  };
  return {
    sending: (...args) => records().sending(...args),
    ended: (...args) => records().ended(...args),
    used: (...args) => records().used(...args),
    reviewed: (...args) => records().reviewed(...args),
    spend: (draft) => records().spend(draft),
    sweep: () => records().sweep(),
    flush: async () => opened?.flush(),
    commands: {
      'fiscal.verifyResearchLog': () => records().commands['fiscal.verifyResearchLog'](),
      'fiscal.exportResearchLog': () => records().commands['fiscal.exportResearchLog'](),
      'fiscal.showUsage': () => records().commands['fiscal.showUsage'](),
    },
  };
}
