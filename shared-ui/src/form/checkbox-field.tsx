import { chakra, defineRecipe } from '@site/shared-ui';
import type { Ref } from 'react';
import { type ControlProps, FieldError, FieldHint, type FieldTexts, fieldAria } from './field';

const TICK = 'polygon(14% 44%, 0 65%, 45% 100%, 100% 16%, 80% 0%, 38% 62%)';

const checkboxRecipe = defineRecipe({
  base: {
    appearance: 'none',
    display: 'inline-grid',
    placeContent: 'center',
    flexShrink: 0,
    width: '6',
    height: '6',
    bg: 'chalk',
    borderWidth: '2px',
    borderColor: 'edge',
    borderRadius: '6px',
    cursor: 'pointer',
    _before: { content: '""', width: '14px', height: '14px', clipPath: TICK, bg: 'transparent' },
    // Not `_hover`: Chakra would sort its media query with `localeCompare`, whose first call is slow.
    '&:hover': { borderColor: 'ink' },
    _checked: { bg: 'tile', borderColor: 'tile', _before: { bg: 'chalk' } },
    _invalid: { borderColor: 'tile.deep' },
    _highContrast: { appearance: 'auto', _before: { display: 'none' } },
  },
});

const Box = chakra('input', checkboxRecipe);
const Row = chakra('label', {
  base: { display: 'flex', alignItems: 'center', gap: '3', minHeight: '11', lineHeight: 'snug', cursor: 'pointer' },
});

interface CheckboxFieldProps extends FieldTexts, Omit<ControlProps<'input'>, 'type'> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function CheckboxField({ label, name, hint, error, ...input }: CheckboxFieldProps) {
  const texts = { name, hint, error };
  return (
    <div>
      <Row>
        <Box type="checkbox" {...input} {...fieldAria(texts).control} />
        <span>{label}</span>
      </Row>
      <FieldHint {...texts} />
      <FieldError {...texts} />
    </div>
  );
}
