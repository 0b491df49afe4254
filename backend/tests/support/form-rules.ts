/** The migrations' rules in JavaScript, as in supabase/README.md. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]/u;
const NOT_IN_A_MESSAGE = /(?![\t\n])\p{Cc}/u;

export const isLine = (value: string, shortest: number, longest: number) =>
  value.length >= shortest && value.length <= longest && !NOT_IN_A_LINE.test(value);
export const isMessage = (value: string) => value.length >= 1 && value.length <= 5000 && !NOT_IN_A_MESSAGE.test(value);
