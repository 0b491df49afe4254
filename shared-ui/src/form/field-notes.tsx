import { chakra, Icon } from '@site/shared-ui';
import { CircleAlert } from 'lucide';
import { type FieldTexts, fieldAria } from './field-aria';

const Hint = chakra('p', { base: { fontSize: 'sm', color: 'ink.soft', lineHeight: 'snug' } });
const ErrorLine = chakra('p', {
  base: {
    display: 'flex',
    gap: '2',
    alignItems: 'flex-start',
    color: 'tile.deep',
    fontWeight: 'medium',
    lineHeight: 'snug',
  },
});

export function FieldHint(texts: FieldTexts) {
  if (!texts.hint) return null;
  return <Hint id={fieldAria(texts).hintId}>{texts.hint}</Hint>;
}

export function FieldError(texts: FieldTexts) {
  if (!texts.error) return null;
  return (
    <ErrorLine id={fieldAria(texts).errorId}>
      <Icon of={CircleAlert} />
      <span>{texts.error}</span>
    </ErrorLine>
  );
}
