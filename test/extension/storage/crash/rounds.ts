/** Rounds of two windows killed at random points, with a look at what is left after each. */
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFileStore } from '../../../../src/extension/storage/fileStore.ts';
import { answerText } from './answerText.ts';

export interface CrashReport {
  rounds: number;
  questions: number;
  /** Conversations that could not be read. */
  unreadable: number;
  /** Lines that the kill cut off, which are skipped: the file is copied first. */
  torn: number;
  lostQuestions: string[];
  /** Answers that hold less than was acknowledged, or text that is not theirs. */
  wrongAnswers: string[];
  /** The longest time, in ms, between text that arrived and was lost, and the kill. */
  longestLoss: number;
}

interface Told {
  readonly asked: Set<string>;
  readonly kept: Map<string, number>;
  readonly got: Map<string, { length: number; time: number }[]>;
  readonly refused: string[];
}

/** `slow`: milliseconds between two saves in every fourth round, as in the product; the others save ten times as often. */
export async function crashRounds(folder: string, rounds: number, slow = 1000): Promise<CrashReport> {
  const report: CrashReport = {
    rounds: 0,
    questions: 0,
    unreadable: 0,
    torn: 0,
    lostQuestions: [],
    wrongAnswers: [],
    longestLoss: 0,
  };
  for (let round = 0; round < rounds; round++) {
    const interval = round % 4 === 3 ? slow : slow / 10;
    const told: Told = { asked: new Set(), kept: new Map(), got: new Map(), refused: [] };
    const killed = await Promise.all(['a', 'b'].map((name) => runUntilKilled(folder, name, round, interval, told)));
    await look(folder, round, told, killed, report);
    report.rounds += 1;
  }
  return report;
}

async function runUntilKilled(folder: string, name: string, round: number, interval: number, told: Told) {
  const writer = path.join(import.meta.dirname, 'writer.ts');
  const child = spawn(process.execPath, ['--no-warnings', writer, folder, name, String(round), String(interval)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ready = Promise.withResolvers<void>();
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  closed.then(ready.resolve, ready.reject);
  createInterface(child.stdout).on('line', (line) => {
    const [what, turn = '', length = '', time = ''] = line.split(' ');
    if (what === 'ready' && round > 0) ready.resolve();
    else if (what === 'asked') {
      told.asked.add(turn);
      // The first round ends after a question, however slow the machine is.
      ready.resolve();
    } else if (what === 'kept') told.kept.set(turn, Number(length));
    else if (what === 'got' && time !== '') {
      told.got.set(turn, [...(told.got.get(turn) ?? []), { length: Number(length), time: Number(time) }]);
    } else if (what === 'refused') told.refused.push(line);
  });
  await ready.promise;
  await sleep(Math.random() * (interval * 3));
  child.kill('SIGKILL');
  const time = Date.now();
  await closed;
  return { name, time };
}

async function look(
  folder: string,
  round: number,
  told: Told,
  killed: readonly { name: string; time: number }[],
  report: CrashReport,
): Promise<void> {
  const store = createFileStore({ folder, watch: false });
  const answers = new Map<string, string>();
  for (const summary of await store.list()) {
    const loaded = await store.load(summary.id);
    if (loaded.type !== 'ok') {
      report.unreadable += 1;
      continue;
    }
    for (const { id, answer } of loaded.conversation.turns) {
      if (!id.startsWith(`r${round}-`)) continue;
      if (answer.state !== 'done' && answer.state !== 'interrupted')
        report.wrongAnswers.push(`${id} is ${answer.state}`);
      if ((answers.get(id) ?? '').length <= answer.text.length) answers.set(id, answer.text);
    }
  }
  for (const name of fs.readdirSync(folder).filter((each) => each.includes('.corrupt-'))) {
    report.torn += 1;
    console.log(`torn in round ${round}: ${name}`);
    fs.rmSync(path.join(folder, name));
  }
  report.questions += told.asked.size;
  report.wrongAnswers.push(...told.refused);
  for (const id of told.asked) if (!answers.has(id)) report.lostQuestions.push(id);
  for (const [id, text] of answers) {
    if (!answerText(id).startsWith(text) || text.length < (told.kept.get(id) ?? 0)) report.wrongAnswers.push(id);
    const end = killed.find(({ name }) => id.includes(`-${name}-`))?.time ?? 0;
    const lost = told.got.get(id)?.find(({ length }) => length > text.length);
    if (lost) report.longestLoss = Math.max(report.longestLoss, end - lost.time);
  }
  // The next round starts on what this one left of the crash, but not with all its conversations.
  for (const summary of await store.list()) if (round % 5 === 4) await store.remove(summary.id);
  store.dispose();
}
