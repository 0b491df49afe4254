/** On a phone, larger text does not widen the edges of the page: the words need the room. */
export const pagePadding = { base: 'min(1rem, 4.5vw)', md: '6' };
