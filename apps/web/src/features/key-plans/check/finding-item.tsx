import { draftEdits, type KeyPlan, type PlanFinding } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { LinkButton } from '#ui/link-button';
import { CreateRuleButton } from './create-rule-button';
import { RepairButton } from './repair-button';
import './check.css';

const MAX_SHOWN = 5;

type Props = { finding: PlanFinding; plan: KeyPlan; onRepaired: (words: string) => void };

/** What is found, where, and what can be done. */
export function FindingItem({ finding, plan, onRepaired }: Props) {
  const { t } = useTranslation('plan-check');
  const { kind, message, rule, other_rule, repairs } = finding;
  const rules = [rule, other_rule].filter((one) => one !== null);
  return (
    <li className="finding">
      <div className="finding-parts">
        <div className="finding-text">
          <p>{message}</p>
          <DoorNames finding={finding} />
          {rules.map(({ id, name }) => (
            <p key={id}>
              <Link to="/keys/key-plans/$id" params={{ id: plan.id }} search={{ tab: 'rules' }} hash={`rule-${id}`}>
                {t('openRule', { name })}
              </Link>
            </p>
          ))}
        </div>
        <div className="actions finding-repairs">
          {kind === 'unplaced_cylinder' && (
            <LinkButton to="/keys/locations" variant="default">
              {t('repairs.place')}
            </LinkButton>
          )}
          <MayCall of={[draftEdits.apply]}>
            {repairs.map((repair) =>
              repair.action === 'create_rule' ? (
                <CreateRuleButton key={repair.action} finding={finding} plan={plan} />
              ) : (
                <RepairButton
                  key={repair.action === 'update_rule' ? `${repair.does} ${repair.rule_id}` : repair.action}
                  finding={finding}
                  repair={repair}
                  onRepaired={onRepaired}
                />
              ),
            )}
          </MayCall>
        </div>
      </div>
    </li>
  );
}

/** The first doors by name, with where they are. */
function DoorNames({ finding: { objects, count } }: { finding: PlanFinding }) {
  const { t } = useTranslation('plan-check');
  const names = objects
    .filter(({ name }) => name !== '')
    .slice(0, MAX_SHOWN)
    .map(({ name, place }) => (place ? `${name} (${place})` : name));
  if (names.length === 0) return null;
  const hidden = (count ?? names.length) - names.length;
  return (
    <p className="mute">
      {names.join(', ')} {hidden > 0 && t('more', { count: hidden })}
    </p>
  );
}
