export const fieldId = (name: string): string => `field-${name}`;

export interface FieldTexts {
  readonly name: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

export function fieldAria({ name, hint, error }: FieldTexts) {
  const id = fieldId(name);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  return {
    hintId,
    errorId,
    control: {
      id,
      name,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': describedBy || undefined,
    },
  };
}
