import type { Stored } from '../wizard-state';

export const exportedName = 'key-system-config.json';

/** The setup as a file: names and fingerprints, never the certificate or its key. */
export function exportedConfig({ connection, values }: Stored) {
  return {
    id: connection.id,
    name: values.name,
    description: values.description ?? null,
    system_type: connection.system_type,
    cliq_api_url: values.cliq_api_url,
    domain_name: values.domain_name,
    client_certificate: {
      file_names: values.client_certificate_bundle_pem_file.map(({ file }) => file.name),
      ...connection.active_configuration.config_data.client_certificate_info,
    },
  };
}

export function saveJson(fileName: string, data: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(url);
}
