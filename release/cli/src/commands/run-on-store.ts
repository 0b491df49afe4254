import { dryBlobs } from '@site/release-core/store/dry-blobs';
import { NO_ROOM, reserveOf, withReserve } from '@site/release-core/store/reserve';
import { openStore } from '@site/release-core/store/store';
import type { Answer, Command, Context } from './command';

export async function runOnStore(command: Command, context: Context, words: readonly string[]): Promise<Answer> {
  const { isDry } = context.options;
  const store = isDry ? openStore(dryBlobs(context.store.blobs)) : context.store;
  const reserve = reserveOf(context);
  const run = () => command.run({ ...context, store }, ...words);
  const answer = command.mayUseReserve ? await withReserve(reserve, run) : await run();
  if (!isDry && !command.isReadOnly && !(await reserve.fill())) console.error(NO_ROOM);
  return answer;
}
