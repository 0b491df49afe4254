/** Shown for each fact that `site.json` leaves empty. */
const TO_COMPLETE = '[À compléter]';

export const orToComplete = (fact: string) => fact || TO_COMPLETE;
