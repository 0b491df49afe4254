import { Button, Icon, Text } from '@site/shared-ui';
import { ExternalLink } from 'lucide-react';
import { preRegistration } from '../content/funding-steps';
import { orToComplete } from '../content/missing';
import { Step } from './step';

export function PreRegistrationStep({ url }: { readonly url: string }) {
  const { title, text, link, linkLabel } = preRegistration;
  return (
    <Step number={1} title={title}>
      <Text>{text}</Text>
      {url ? (
        <Button asChild variant="quiet" alignSelf="start">
          <a href={url}>
            {link}
            <Icon of={ExternalLink} />
          </a>
        </Button>
      ) : (
        <Text>{`${linkLabel} ${orToComplete(url)}`}</Text>
      )}
    </Step>
  );
}
