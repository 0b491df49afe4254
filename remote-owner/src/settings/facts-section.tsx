import { Text } from '@site/shared-ui';
import { facts as words } from '../content/facts';
import { TitledSection } from '../view/titled-section';
import { ViewLink } from '../view/view-link';

export function FactsSection() {
  return (
    <TitledSection id="facts" title={words.title} gap="2" align="flex-start">
      <Text>{words.text}</Text>
      <ViewLink to={{ tab: 'textes' }} css={{ textDecoration: 'underline', lineHeight: '2.75rem' }}>
        {words.open}
      </ViewLink>
    </TitledSection>
  );
}
