/** Counters in the text format of Prometheus. They have no names of people, matters or documents. */

export interface Metrics {
  readonly add: (name: CounterName, labels?: Readonly<Record<string, string | number>>) => void;
  /** A question began. Call the result when its reply has ended. */
  readonly begin: () => (outcome: string) => void;
  readonly text: () => string;
}

const COUNTERS = {
  fiscal_requests_total: 'Requests by route and status.',
  fiscal_refused_total: 'Questions over a limit, by the limit.',
  fiscal_rights_ended_total: 'Answers that ended because the rights of the caller changed.',
} as const;
type CounterName = keyof typeof COUNTERS;

/** Seconds of the buckets of the histogram. */
const BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** `now`: milliseconds. */
export function createMetrics(now: () => number = Date.now): Metrics {
  const counters = new Map<CounterName, Map<string, number>>();
  const buckets = new Map(BUCKETS.map((seconds) => [seconds, 0]));
  const outcomes = new Map<string, number>();
  let running = 0;
  let count = 0;
  let sum = 0;

  const add: Metrics['add'] = (name, labels = {}) => {
    const values = counters.get(name) ?? new Map<string, number>();
    const label = labelsOf(labels);
    counters.set(name, values.set(label, (values.get(label) ?? 0) + 1));
  };

  return {
    add,
    begin() {
      const started = now();
      running += 1;
      return (outcome) => {
        const seconds = (now() - started) / 1000;
        running -= 1;
        count += 1;
        sum += seconds;
        const label = labelsOf({ outcome });
        outcomes.set(label, (outcomes.get(label) ?? 0) + 1);
        for (const [limit, known] of buckets) if (seconds <= limit) buckets.set(limit, known + 1);
      };
    },
    text() {
      const lines: string[] = [];
      const family = (name: string, type: string, help: string, values: Iterable<readonly [string, number]>) => {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
        for (const [label, value] of values) lines.push(`${name}${label} ${value}`);
      };
      for (const [name, help] of Object.entries(COUNTERS))
        family(name, 'counter', help, counters.get(name as CounterName) ?? []);
      family('fiscal_answers_total', 'counter', 'Replies to questions, by how they ended.', outcomes);
      family('fiscal_questions_running', 'gauge', 'Questions that are being answered.', [['', running]]);
      lines.push('# HELP fiscal_answer_seconds Time from a question to the end of its reply.');
      lines.push('# TYPE fiscal_answer_seconds histogram');
      for (const [limit, known] of buckets) lines.push(`fiscal_answer_seconds_bucket{le="${limit}"} ${known}`);
      lines.push(`fiscal_answer_seconds_bucket{le="+Inf"} ${count}`);
      lines.push(`fiscal_answer_seconds_sum ${sum}`, `fiscal_answer_seconds_count ${count}`);
      return `${lines.join('\n')}\n`;
    },
  };
}

/** The values are names of this program and numbers, which need no escape. */
function labelsOf(labels: Readonly<Record<string, string | number>>): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}
