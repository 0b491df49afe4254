import { TextLink } from '@site/shared-ui';
import { layout } from '../content/layout';

export const CONTENT_ID = 'contenu';

export function SkipLink() {
  return (
    <TextLink
      href={`#${CONTENT_ID}`}
      data-surface="chalk"
      position="fixed"
      insetInlineStart="4"
      top="-16"
      zIndex="notice"
      padding="3"
      _focusVisible={{ top: '2' }}
    >
      {layout.skip}
    </TextLink>
  );
}
