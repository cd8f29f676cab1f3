/** Values of settings of which each valid part counts. A limit or a protection must not be lost because another part is not valid. */
import * as z from 'zod/mini';

/** The first `most` elements that are valid. */
export const validOf = <T>(element: z.ZodMiniType<T>, most: number) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((list) => list.flatMap((each) => valid(element, each)).slice(0, most)),
  );

/** The entries that are valid. */
export const validEntriesOf = <T>(element: z.ZodMiniType<T>) =>
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((record) =>
      Object.fromEntries(
        Object.entries(record).flatMap(([name, value]) => valid(element, value).map((each) => [name, each])),
      ),
    ),
  );

function valid<T>(schema: z.ZodMiniType<T>, value: unknown): T[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [parsed.data] : [];
}
