/** The number and its noun, for example `2 demandes`. */
export const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count > 1 ? many : one}`;
