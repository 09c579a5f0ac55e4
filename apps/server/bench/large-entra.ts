import { startEntraSandbox } from '@key2xs/drivers/sandbox';

// A program of its own, so that what it costs is not taken for the server's. Its first argument is how many people it has.
const sandbox = await startEntraSandbox({ port: 0, people: Number(process.argv[2]) });
const { tenant_id, login_url, graph_url, authority_pem } = sandbox;
process.send?.({ tenant_id, login_url, graph_url, authority_pem, ...sandbox.own_application() });
process.on('message', (order: { person: string; department: string }) => {
  void sandbox.act('change-person', { person: order.person, property: 'department', value: order.department });
});
process.once('disconnect', () => process.exit());
