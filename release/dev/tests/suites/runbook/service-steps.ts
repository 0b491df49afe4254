import { until } from '@site/backend/tests/support/until';
import { messageOf } from '../../runbook/follow';
import type { Scene } from '../../runbook/scene';

export const DOWN = 'The site does not answer';

/** Steps that all situations of a stopped service use. */
export const serviceSteps = (scene: () => Scene) => ({
  /** Expects that the site does not start, and that the last lines of its journal contain the message of a row. */
  expectRefusal: async (sign: string) => {
    const { machine } = scene();
    machine.journal();
    await machine.run('sudo systemctl restart site');
    await until(machine.exited);
    expect(machine.journal()).toMatch(messageOf(sign));
  },
  restart: async () => {
    await scene().machine.run('sudo systemctl restart site');
    await scene().machine.healthy();
  },
  /** Runs the commands of a row; then the site is well. */
  mend: async (sign: string, values = {}) => {
    const done = await scene().follow.row(DOWN, sign, values);
    expect(done.failed).toEqual([]);
    await scene().machine.healthy();
  },
});
