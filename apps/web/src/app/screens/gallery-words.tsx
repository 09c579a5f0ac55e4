import { Button } from '@mantine/core';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { ProgressBar } from '#ui/progress';
import { StatStrip } from '#ui/stat-strip';
import { StatusTag, type Tone } from '#ui/status-tag';
import { useToast } from '#ui/toast';

const tones: readonly Tone[] = ['green', 'blue', 'amber', 'red', 'grey'];

/** Components that only show something: tags, notices, figures, states. */
export function GalleryWords() {
  const toast = useToast();
  return (
    <>
      <Panel title="Tags and toasts" padded>
        <div className="actions">
          {tones.map((tone) => (
            <StatusTag key={tone} tone={tone} label={tone} />
          ))}
          <StatusTag tone="grey" label="no dot" isPlain />
          <Button onClick={() => toast.success('Saved.')}>Success</Button>
          <Button color="red" onClick={() => toast.failure('Not saved.')}>
            Failure
          </Button>
          <Button variant="default" onClick={() => toast.warning('Nearly over.')}>
            Warning
          </Button>
          <LinkButton to="/dashboards/start" variant="outline">
            A link
          </LinkButton>
        </div>
      </Panel>
      <div>
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} title={`A ${tone} notice.`} actions={<Button variant="default">Do it</Button>}>
            What happened, what it means, what to do.
          </Notice>
        ))}
      </div>
      <StatStrip
        items={[
          { label: 'Joined', value: '6,882' },
          { label: 'Left', value: '8,635', hint: '26.3 % of all' },
          { label: 'Moved', value: '6,454' },
        ]}
      />
      <Panel title="Facts and progress" padded>
        <KeyValues
          items={[
            { label: 'Marking', value: <Mono>C-0142</Mono> },
            { label: 'Location', value: null },
          ]}
        />
        <ProgressBar label="Known" phase="Applying" done={1204} total={6454} />
        <ProgressBar label="Unknown" phase="Waiting" done={0} total={0} />
      </Panel>
      <Panel title="States">
        <Loading />
        <Empty title="Nothing here yet" hint="The first record appears once a list is uploaded." />
        <Failure
          error={{ message: 'The server cannot be reached.', reference: '0190c0de' }}
          onRetry={() => undefined}
        />
      </Panel>
    </>
  );
}
