const CHANGE = /\b(?:update\s+[\w."]+\s+(?:(?:as\s+)?\w+\s+)?set|delete\s+from)\b/gi;

/** The statements of a function that change rows without a WHERE. Hosted Supabase's data API refuses to run them. */
export function unboundedChanges(body: string): string[] {
  const code = body.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''");
  const statements = [...code.matchAll(CHANGE)].map(({ index }) => outerText(code.slice(index)));
  return statements.filter((statement) => !/\bwhere\b/i.test(statement));
}

/** A statement up to its end, without what is in parentheses. */
function outerText(code: string): string {
  let [depth, outer] = [0, ''];
  for (const character of code) {
    if (character === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && character === ';')) break;
    if (depth === 0) outer += character;
    if (character === '(') depth += 1;
  }
  return outer.replace(/\s+/g, ' ');
}
