// Starts a worker that works in SQLite, terminates it within a few milliseconds, and repeats. Reports after each repetition.
const { join } = require('node:path');
const { Worker } = require('node:worker_threads');

exports.terminateRepeatedly = async (times, folder, report) => {
  for (let done = 0; done < times; done++) {
    const worker = new Worker(join(__dirname, 'worker.cjs'), { workerData: { file: join(folder, 'stress.sqlite') } });
    // A worker can fail because of the one before it, for example if its database is still locked.
    const working = await new Promise((resolve) => {
      worker.once('message', () => resolve(true));
      worker.on('error', (error) => resolve(report({ done, error: error.message })));
    });
    if (!working) continue;
    await new Promise((resolve) => setTimeout(resolve, (done * 7) % 40));
    await worker.terminate();
    report({ done: done + 1 });
  }
};

if (require.main === module) {
  const [times, folder] = process.argv.slice(2);
  exports.terminateRepeatedly(Number(times), folder, (state) => console.log(JSON.stringify(state)));
}
