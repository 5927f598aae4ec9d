const splitNames = (names: string): readonly string[] => names.trim().split('\n');

/** Common positions of people in music. */
export const PROFESSIONS = splitNames(`
Accompanist
Agent
Arranger
Artist manager
Audio engineer
Backing vocalist
Band director
Bandleader
Bassist
Beatmaker
Booking agent
Broadcast engineer
Cellist
Choir director
Choreographer
Composer
Concert pianist
Concertmaster
Conductor
Copyist
Dancer
Director of photography
DJ
Drummer
Editor
Engineer
Film composer
Flutist
Foley artist
Front of house engineer
Game composer
Guitar technician
Guitarist
Harpist
Instrument builder
Instrument repairer
Keyboardist
Label manager
Librettist
Lighting designer
Lighting technician
Live sound engineer
Luthier
Lyricist
Mastering engineer
Mixing engineer
Monitor engineer
Music director
Music editor
Music journalist
Music librarian
Music publisher
Music supervisor
Music teacher
Music therapist
Musicologist
Opera singer
Orchestrator
Organist
Percussionist
Photographer
Pianist
Piano tuner
Podcast host
Producer
Production assistant
Production manager
Professor of music
Promoter
Radio host
Recording engineer
Rehearsal pianist
Remixer
Roadie
Sales associate
Saxophonist
Session musician
Singer
Singer-songwriter
Software developer
Songwriter
Sound designer
Stage hand
Stage manager
Studio manager
Studio owner
Synthesizer programmer
Teacher
Teaching artist
Theater composer
Tour manager
Trombonist
Trumpeter
Turntablist
Venue manager
Video director
Video editor
Videographer
Violinist
Violist
Vocal coach
Vocalist
Voice actor
Worship leader
Writer
`);

/** Schools in the United States where many people study music. */
export const SCHOOLS = splitNames(`
American Musical and Dramatic Academy
Arizona State University
Baldwin Wallace University
Ball State University
Bard College
Belmont University
Berklee College of Music
Boston Conservatory at Berklee
Boston University
Bowling Green State University
Butler University
California Institute of the Arts
California State University, Long Beach
California State University, Northridge
Carnegie Mellon University
Cleveland Institute of Music
Colburn School
Columbia College Chicago
Columbia University
Cornell University
Curtis Institute of Music
DePaul University
DePauw University
Duquesne University
Eastman School of Music
Florida State University
Full Sail University
George Mason University
Georgia State University
Harvard University
Howard University
Indiana University Bloomington
Interlochen Arts Academy
Ithaca College
Juilliard School
Kansas State University
Lawrence University
Lehigh University
Longy School of Music of Bard College
Louisiana State University
Loyola University New Orleans
Manhattan School of Music
Mannes School of Music
Miami University
Michigan State University
Middle Tennessee State University
Musicians Institute
New England Conservatory
New York University
North Carolina School of the Arts
Northwestern University
Oberlin College and Conservatory
Ohio State University
Oklahoma City University
Peabody Institute
Pennsylvania State University
Princeton University
Rice University
Roosevelt University
Rutgers University
San Francisco Conservatory of Music
San José State University
Southern Methodist University
Stanford University
Syracuse University
Temple University
Texas Christian University
The Hartt School
The New School
Tulane University
University of Arizona
University of California, Berkeley
University of California, Los Angeles
University of California, San Diego
University of Cincinnati
University of Colorado Boulder
University of Denver
University of Florida
University of Georgia
University of Houston
University of Illinois Urbana-Champaign
University of Iowa
University of Kansas
University of Kentucky
University of Maryland
University of Memphis
University of Miami
University of Michigan
University of Minnesota
University of Missouri
University of Nebraska
University of New Orleans
University of North Carolina
University of North Texas
University of Oklahoma
University of Oregon
University of Pennsylvania
University of Puerto Rico
University of Rochester
University of South Carolina
University of Southern California
University of Tennessee
University of Texas at Austin
University of the Pacific
University of Utah
University of Washington
University of Wisconsin
Vanderbilt University
Vassar College
Virginia Commonwealth University
Wayne State University
West Virginia University
Western Michigan University
Westminster Choir College
Yale University
`);
