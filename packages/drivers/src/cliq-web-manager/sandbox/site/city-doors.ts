/** Consecutive cylinders on one floor of a building, all in one group; null for none. */
export type Wing = {
  code: string;
  building: string;
  unit: number;
  floor: string;
  group: string | null;
  doors: string[];
};

const rooms = (name: string, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${name} ${from + index}`).join(', ');

const inBuilding =
  (code: string, building: string) =>
  (unit: number, floor: string, group: string | null, doors: string): Wing => ({
    code,
    building,
    unit,
    floor,
    group,
    doors: doors.split(', '),
  });

const cityHall = inBuilding('CH', 'City Hall');
const police = inBuilding('PH', 'Police Headquarters');
const central = inBuilding('CL', 'Central Library');
const water = inBuilding('WW', 'Water Works');
const airport = inBuilding('AP', 'Airport');
const health = inBuilding('HC', 'Health Centre');

const branches = ['Northgate', 'Harbour', 'Mill Lane', 'Southfield', 'Old Tannery'];
const depots = ['Depot West', 'Depot Quarry Road', 'Depot Riverside'];

function branchLibrary(place: string, index: number): Wing[] {
  const branch = inBuilding('BL', `${place} Library`);
  return [
    branch(index + 1, 'Ground floor', 'Library: public doors', 'Main entrance, Terrace door'),
    branch(index + 1, 'Ground floor', 'Library: staff rooms', 'Issue desk, Staff room, Delivery door'),
    branch(index + 1, 'Ground floor', 'Library: book returns', 'Book return'),
    branch(index + 1, 'Basement', 'Library: plant rooms', 'Plant room'),
  ];
}

function fireStation(index: number): Wing[] {
  const station = inBuilding('FS', `Fire Station ${index + 1}`);
  return [
    station(index + 1, 'Ground floor', 'Fire stations', 'Main entrance, Yard door, Watch office, Crew quarters'),
    station(index + 1, 'Ground floor', 'Fire stations: apparatus bays', 'Apparatus bay A, Apparatus bay B'),
    station(index + 1, 'Ground floor', 'Fire stations: medical stores', 'Medical store'),
    ...(index === 0 ? [station(1, 'Basement', 'Fire stations: breathing apparatus', rooms('Filling room', 1, 2))] : []),
  ];
}

function depot(building: string, index: number): Wing[] {
  const at = inBuilding('DP', building);
  return [
    at(index + 1, 'Yard', 'Depots: gates', 'North gate, South gate'),
    at(index + 1, 'Ground floor', 'Depots: workshops', 'Workshop, Tool store, Tyre store'),
    at(index + 1, 'Ground floor', 'Depots: fuel and salt', 'Fuel pump cabinet, Salt store'),
  ];
}

/** An invented city, in the order of cylinder ids. */
export const wings: Wing[] = [
  cityHall(
    0,
    'Ground floor',
    'City Hall: public doors',
    'Main entrance, Market side entrance, Garden door, Town Hall cellar',
  ),
  cityHall(0, 'Ground floor', 'City Hall: citizen services', rooms('Counter', 1, 6)),
  cityHall(1, 'First floor', 'City Hall: offices, first floor', rooms('Office', 101, 12)),
  cityHall(2, 'Second floor', 'City Hall: offices, second floor', rooms('Office', 201, 12)),
  cityHall(3, 'Third floor', 'City Hall: council', 'Council chamber, Gallery, Committee room A, Committee room B'),
  cityHall(3, 'Third floor', null, "Mayor's office, Mayor's archive"),
  cityHall(4, 'Basement', 'City Hall: records', rooms('Record store', 1, 4)),
  cityHall(4, 'Basement', 'City Hall: technical rooms', 'Server room, Plant room, Lift machine room, Meter room'),
  police(0, 'Ground floor', 'Police: public doors', 'Main entrance, Enquiry office, Waiting room'),
  police(0, 'Ground floor', 'Police: patrol', 'Briefing room, Report room, Locker room A, Locker room B, Garage door'),
  police(1, 'First floor', 'Police: investigation', rooms('Office', 111, 10)),
  police(1, 'First floor', 'Police: interview rooms', rooms('Interview room', 1, 4)),
  police(2, 'Second floor', 'Police: command', "Operations room, Radio room, Staff office, Chief's office"),
  police(3, 'Basement', 'Police: cells', rooms('Cell', 1, 6)),
  police(3, 'Basement', 'Police: evidence', 'Evidence store A, Evidence store B'),
  police(3, 'Basement', 'Police: armoury', 'Armoury'),
  central(0, 'Ground floor', 'Library: public doors', 'Main entrance, Reading garden door, Café door'),
  central(0, 'Ground floor', 'Library: book returns', 'Book return, Sorting room'),
  central(1, 'First floor', 'Library: staff rooms', 'Catalogue office, Acquisitions, Staff kitchen, Head librarian'),
  central(1, 'First floor', 'Library: meeting rooms', rooms('Meeting room', 1, 3)),
  central(
    2,
    'Basement',
    'Library: archive',
    'Map store, Manuscript store, Newspaper store, Reading room of the archive',
  ),
  central(2, 'Basement', 'Library: plant rooms', 'Plant room, Server room'),
  ...branches.flatMap(branchLibrary),
  ...Array.from({ length: 9 }, (_, index) => fireStation(index)).flat(),
  water(0, 'Ground floor', 'Water Works: site', 'Main gate, Control building, Workshop, Staff entrance'),
  water(1, 'Treatment hall', 'Water Works: treatment', 'Filter hall, Dosing room, Chlorine store, Laboratory'),
  water(2, 'Outlying sites', 'Water Works: pumping stations', rooms('Pumping station', 1, 8)),
  water(3, 'Outlying sites', 'Water Works: reservoirs', rooms('Reservoir hatch', 1, 5)),
  airport(
    0,
    'Terminal',
    'Airport: terminal',
    'Terminal entrance, Arrivals, Departures, Baggage hall, Information desk',
  ),
  airport(1, 'Terminal', 'Airport: offices', rooms('Office', 11, 8)),
  airport(2, 'Airside', 'Airport: airside gates', rooms('Gate', 1, 6)),
  airport(2, 'Airside', 'Airport: hangars', rooms('Hangar', 1, 4)),
  airport(3, 'Tower', 'Airport: tower', 'Tower entrance, Control room, Equipment room'),
  ...depots.flatMap(depot),
  health(0, 'Ground floor', 'Health Centre: public doors', 'Main entrance, Ambulance entrance'),
  health(0, 'Ground floor', 'Health Centre: consulting rooms', rooms('Consulting room', 1, 10)),
  health(1, 'First floor', 'Health Centre: offices', rooms('Office', 21, 6)),
  health(1, 'First floor', 'Health Centre: medicine', 'Dispensary, Vaccine store, Narcotics safe room'),
  { code: 'ST', building: '', unit: 0, floor: '', group: null, doors: rooms('Spare cylinder', 1, 6).split(', ') },
];
