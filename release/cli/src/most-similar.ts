import leven from 'leven';

const MAX_DIFFERENCES = 3;

export const mostSimilar = (typed: string, known: readonly string[]): string | undefined =>
  known
    .map((word) => ({ word, differences: leven(word, typed) }))
    .filter(({ differences }) => differences <= MAX_DIFFERENCES)
    .sort((a, b) => a.differences - b.differences)[0]?.word;
