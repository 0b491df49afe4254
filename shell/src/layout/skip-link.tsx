import { TextLink } from '@site/shared-ui';
import { layout } from '../content/layout';

export function SkipLink() {
  return (
    <TextLink
      href="#contenu"
      position="fixed"
      insetInlineStart="4"
      top="-16"
      zIndex="notice"
      padding="3"
      background="chalk"
      _focusVisible={{ top: '2' }}
    >
      {layout.skip}
    </TextLink>
  );
}
