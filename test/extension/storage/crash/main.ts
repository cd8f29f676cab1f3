/** `node test/extension/storage/crash/main.ts [rounds]`: the long form of crash.test.ts. 500 rounds take about ten minutes. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { crashRounds } from './rounds.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fiscal-crash-'));
try {
  const report = await crashRounds(folder, Number(process.argv[2] ?? 500));
  console.log(report);
  const failed = report.unreadable + report.lostQuestions.length + report.wrongAnswers.length > 0;
  process.exitCode = failed || report.longestLoss > 2000 ? 1 : 0;
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
