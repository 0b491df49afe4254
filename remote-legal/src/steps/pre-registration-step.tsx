import { Button, Icon, Text } from '@site/shared-ui';
import { ExternalLink } from 'lucide';
import { preRegistration } from '../content/funding-steps';
import { orToComplete } from '../content/missing';
import form from '../illustrations/pre-registration-form.svg';
import { Step } from './step';

export function PreRegistrationStep({ url }: { readonly url: string }) {
  const { title, text, link, linkLabel, picture } = preRegistration;
  return (
    <Step number={1} title={title} picture={{ src: form, alt: picture }}>
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
