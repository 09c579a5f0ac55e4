import { z } from 'zod';
import { declareList } from '../api/list';
import { roles } from '../api/roles';
import { Instant, Search } from '../fields/common';
import { Admin } from './auth';

const Administrator = Admin.extend({ suspended_at: Instant.nullable().describe('Cannot sign in since then.') });

export const administratorList = declareList({
  path: '/administrators',
  summary: 'Administrators',
  allow: ['superadmin'],
  item: Administrator,
  filter: { search: Search.optional().describe('Part of the username.'), role: z.enum(roles).optional() },
  sorts: ['username', 'role', 'created_at'],
  csv: { columns: ['username', 'role', 'functions', 'created_at', 'suspended_at'], audit: 'administrators.exported' },
});

export const administrators = { list: administratorList.page, exportCsv: administratorList.csv };
