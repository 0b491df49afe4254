/** 0, 1, … up to `count` numbers. */
export const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** 1, 2, … `count`. */
export const numbers = (count: number): number[] => times(count).map((index) => index + 1);
