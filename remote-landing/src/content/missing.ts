/** Stands wherever the owner has not told a fact yet: nothing is invented in its place. */
const TO_COMPLETE = '[À compléter]';

export const orToComplete = (fact: string) => fact || TO_COMPLETE;
