/** Forged reports, which count no more than the design allows. */
export interface CountedAttack {
  readonly name: string;
  /** A smaller limit, so that the test is short. */
  readonly arm?: () => Promise<unknown>;
  readonly send: () => Promise<unknown>;
  readonly measure: () => Promise<number | undefined>;
  /** What the design allows. */
  readonly allowed: number;
  readonly disarm?: () => Promise<unknown>;
  /** Sends reports that the defence has no reason to refuse. */
  readonly instead?: () => Promise<unknown>;
  readonly undefended: number;
}

/** Defines a test of each attack, which also shows that it counts more without its defence. */
export function testCountedAttacks(attacks: readonly CountedAttack[], forget: () => Promise<unknown>): void {
  test.each(attacks)('$name count no more than the design allows, but more without the defence', async (attack) => {
    const { arm, send, measure, allowed, disarm, instead = send, undefended } = attack;
    await arm?.();
    await send();
    expect(await measure()).toBe(allowed);
    await forget();
    await disarm?.();
    await instead();
    expect(await measure()).toBe(undefended);
  });
}
