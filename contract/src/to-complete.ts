/** Stands for a text that nobody has written yet: a fact that `site.json` leaves empty, the title of a new page. */
export const TO_COMPLETE = '[À compléter]';

export const orToComplete = (fact: string) => fact || TO_COMPLETE;
