// Runs inside the extension host (`extensionTestsPath`).
const { appendFileSync } = require('node:fs');
const { terminateRepeatedly } = require('../loop.cjs');
const { version } = require('vscode');

exports.run = async () => {
  const { WORKER_END_FOLDER, WORKER_END_REPORT, WORKER_END_TIMES } = process.env;
  const write = (line) => appendFileSync(WORKER_END_REPORT, `${line}\n`);
  write(`VS Code ${version}, Node ${process.version}`);
  await terminateRepeatedly(Number(WORKER_END_TIMES), WORKER_END_FOLDER, (state) => write(JSON.stringify(state)));
  write('"ended"');
};
