/** The input of tools: schemas, the JSON Schema that clients see, and errors that say what to write. */
import * as z from 'zod/mini';
import { ToolProblem } from './toolProblem.ts';

/** Longest question, in UTF-16 units. */
const MAX_QUESTION = 100_000;
/** Passages of one search. */
const MAX_PASSAGES = 50;
const MAX_PATH = 4096;
const MAX_LINE = 10_000_000;

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema =>
  schema.check(z.describe(description)) as Schema;

const text = () => z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_QUESTION));
const line = () => z.int().check(z.gte(1), z.lte(MAX_LINE));
const day = () =>
  z.string().check(z.regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'a date such as "2025-12-31"'));

export const researchInput = z.strictObject({
  question: described(
    text(),
    'One complete question with the facts, the year and the jurisdiction. No names or numbers of clients.',
  ),
  mode: z.optional(
    described(
      z.enum(['fast', 'deep', 'audit']),
      'fast (default): a short answer. deep: more sources, slower and more expensive. audit: audit procedures.',
    ),
  ),
});

export const searchInput = z.strictObject({
  query: described(text(), "The words of the rule that you look for: 'dollar limit section 179 2025'."),
  limit: z.optional(described(z.int().check(z.gte(1), z.lte(MAX_PASSAGES)), 'Passages, at most. Default: 8.')),
  kind: z.optional(
    described(
      z.string().check(z.minLength(1), z.maxLength(100)),
      "Only documents of this kind, as passages show it: 'tax'.",
    ),
  ),
  path: z.optional(
    described(
      z.string().check(z.minLength(1), z.maxLength(MAX_PATH)),
      'Only documents whose path contains this: a folder or a part of a file name.',
    ),
  ),
  dateFrom: z.optional(described(day(), 'Only text of this day or later: 2025-01-01.')),
  dateTo: z.optional(described(day(), 'Only text of this day or earlier.')),
});

export const readInput = z.strictObject({
  path: described(
    z.string().check(z.minLength(1), z.maxLength(MAX_PATH)),
    'Absolute path of the document, as search_library returns it.',
  ),
  line: z.optional(described(line(), 'First line. Default: 1.')),
  endLine: z.optional(described(line(), 'Last line. Default: 60 lines.')),
});

/** The schema as clients see it. */
export function jsonSchema(schema: z.ZodMiniType): { type: 'object'; [key: string]: unknown } {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { ...rest, type: 'object' };
}

/** Throws a ToolProblem that names each wrong field, what was expected, and the fields that there are. */
export function readInputOf<Schema extends z.ZodMiniObject>(schema: Schema, input: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, 5).map((issue) => describeIssue(issue, input));
  const fields = Object.keys(schema.shape).join(', ');
  throw new ToolProblem(`${problems.join(' ')} The fields are: ${fields}.`);
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): string {
  const field = issue.path.map(String).join('.') || 'The input';
  switch (issue.code) {
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.slice(0, 5).map(shorten).join(', ')}.`;
    case 'invalid_type':
      return isMissing(issue, input)
        ? `${field} is missing: it must be ${articled(issue.expected)}.`
        : `${field} must be ${articled(issue.expected)}.`;
    case 'invalid_value':
      return `${field} must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return issue.origin === 'string'
        ? `${field} may have at most ${issue.maximum} characters.`
        : `${field} may be at most ${issue.maximum}.`;
    case 'too_small':
      return issue.origin === 'string' ? `${field} must not be empty.` : `${field} must be at least ${issue.minimum}.`;
    case 'invalid_format':
      return `${field} must be ${issue.message}.`;
    default:
      return `${field} is not valid.`;
  }
}

function isMissing(issue: z.core.$ZodIssue, input: unknown): boolean {
  const [name] = issue.path;
  return typeof input === 'object' && input !== null && name !== undefined && !Object.hasOwn(input, name);
}

const articled = (type: string): string =>
  type === 'object' ? 'an object' : type === 'int' ? 'a whole number' : `a ${type}`;

/** A name that was sent is text of the caller. */
const shorten = (name: string): string => JSON.stringify(name.slice(0, 50));
