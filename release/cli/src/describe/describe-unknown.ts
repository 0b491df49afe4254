/** Why this machine cannot count; it ends a sentence. */
export const describeUnknown = (isElsewhere: boolean): string =>
  `not known, ${isElsewhere ? 'the hosted database has them, name it in DATABASE_URL.' : 'the database does not answer.'}`;
