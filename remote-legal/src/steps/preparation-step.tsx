import { CheckList, Text } from '@site/shared-ui';
import { preparation } from '../content/funding-steps';
import { Step } from './step';

export function PreparationStep() {
  return (
    <Step number={3} title={preparation.title}>
      <Text>{preparation.text}</Text>
      <CheckList items={preparation.papers} />
    </Step>
  );
}
