import { DAY_MS } from '@site/contract/today';
import { count, id, line, lines, name } from '@site/release-core/store/release';
import * as v from 'valibot';

// Unknown keys are refused: nothing is stored that this server does not understand.

// Earlier publishers name the forms that they sent.
const pair = v.strictObject({ shell: id, name, id, routes: lines, forms: v.optional(lines) });

const ranJourney = v.strictObject({
  name,
  id,
  // A part of its key in the store.
  journey: v.pipe(line, v.regex(/^[a-z0-9-]{1,60}$/)),
  touched: v.pipe(
    v.record(name, id),
    v.check((ids) => Object.hasOwn(ids, 'shell'), 'lacks the shell'),
  ),
  problem: v.nullable(line),
});

export const checksRequest = v.strictObject({
  pairs: v.pipe(v.array(pair), v.maxLength(100)),
  journeys: v.optional(v.pipe(v.array(ranJourney), v.maxLength(500)), () => []),
  durationMs: v.pipe(count, v.maxValue(DAY_MS)),
});

export const visitRequest = v.strictObject({
  seq: count,
  paths: v.pipe(v.array(line), v.minLength(1), v.maxLength(200)),
  problems: v.pipe(v.array(line), v.maxLength(200)),
});
