import {
  IconClock,
  IconEye,
  IconKey,
  IconList,
  IconMapPin,
  IconMessage,
  IconPlug,
  IconReport,
  IconSparkles,
  IconTable,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { CardName } from './dashboard-cards';

export const cardIcons: Record<CardName, TablerIcon> = {
  connections: IconPlug,
  createKeyPlan: IconTable,
  keyPlans: IconTable,
  generator: IconSparkles,
  subAdmins: IconUsers,
  locations: IconMapPin,
  activation: IconClock,
  reports: IconReport,
  assign: IconKey,
  request: IconMessage,
  cylinders: IconEye,
  audits: IconList,
};
