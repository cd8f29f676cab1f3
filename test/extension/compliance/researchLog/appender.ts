/** Appends entries as one of several windows. Arguments: file, who, how many. */
import { appendToLog } from '../../../../src/extension/compliance/researchLog/logFile.ts';
import { used } from './support.ts';

const [file = '', who = '', count = ''] = process.argv.slice(2);
for (let i = 0; i < Number(count); i++) await appendToLog(file, { who, time: new Date(), event: used(`${who}${i}`) });
