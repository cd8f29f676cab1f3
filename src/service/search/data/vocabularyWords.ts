/**
 * Everyday words -> the words that statutes and standards use for the same thing. Left of the arrow words or phrases of a
 * question, right of it words to look for as well. Gathered from the headings of the Code and the standards, subject by subject.
 */
export const WORDS = `
write off, write-off, written off > deduct deduction expense
claim, take off taxes > deduct deduction credit
buy, bought, buying, purchase > acquire purchase cost
sell, sold, selling > sale exchange disposition
swap, trade in, trading > exchange like-kind
give, gave, given away, hand over, handed > gift transfer
gift, gifted, present > gift donor transfer
inherit, inherited, heir, inheritance > decedent bequest devise inheritance
dies, died, death, dead, passes away, passed away, deceased > decedent death estate
dad, father, mom, mother, parent, parents, grandmother, grandfather, son, daughter, kid, kids, children, grandchild, grandchildren > child parent family descendant
brother, sister, sibling, uncle, aunt, cousin, nephew, niece > brother sister family related
wife, husband, married couple, spouses > spouse husband wife marital
ex-wife, ex-husband, divorce, divorced, divorcing > divorce former spouse separation
boss, company, firm > employer corporation business
staff, worker, workers, hire, hired, hiring > employee employment services
pay, paycheck, salary, paid > compensation wages remuneration payment
bonus > compensation wages
freelancer, freelance, gig, self-employed, contractor > self-employment trade business independent contractor
house, home > residence dwelling principal residence
apartment, condo, flat > dwelling unit residential
landlord, rent out, renting, tenant, rental > rental lessor lessee real property
land, lot, building, real estate > real property
car, truck, vehicle, van, suv > automobile vehicle
laptop, computer, desk, furniture, machine, machinery, equipment, tools > tangible property equipment depreciable
stock, shares, shareholder, owner > stock shareholder
owners > shareholders partners
crypto, bitcoin, cryptocurrency, token > digital asset property
bank account > deposit account financial institution
loan, borrow, borrowed, borrowing, owe, debt > indebtedness loan liability obligation
forgiven, forgave, forgive, canceled, cancelled > discharge indebtedness cancellation
lender, bank > bank lender creditor
mortgage > mortgage indebtedness acquisition
broke, insolvent, bankrupt, bankruptcy > insolvent bankruptcy title 11
lawsuit, sued, settlement, damages > damages suit agreement
hurt, injured, injury, accident > personal injury sickness
sick, ill, doctor, hospital > medical care sickness
cost, price, paid for > cost basis amount
profit, profits > gain income earnings
lost money, losing money, losses > loss net operating loss
spread, over several years, over time > amortization depreciation ratable
right away, at once, immediately, up front, same year > expense taxable year placed in service
worth, value, valued > fair market value
penalty, penalised, penalized, fine, punished > penalty addition to tax
extra tax, special tax, surcharge > additional tax imposed
late > failure file pay prescribed date
deadline, due date, how long, how late > due date period time prescribed limitation
audit, audited, irs examines > examination assessment
go back, look back, how far back > limitation period assessment
irs, government, taxman > Secretary
refund, money back > overpayment refund credit
prove, proof, receipt, receipts > substantiate records burden of proof evidence
jail, prison, crime > felony imprisoned convicted
cheat, cheated, lied, lying, fake > fraud fraudulent willful evade false
free of tax, tax free, tax-free, not taxed, exempt > exclude exclusion gross income exempt nonrecognition
taxed, taxable > include gross income
postpone, put off, delay, defer, roll over, rollover > defer nonrecognition rollover
limit, cap, maximum, most > limitation exceed dollar limitation
cutoff, threshold, phase out, phaseout, too high income > threshold phase-out applicable amount reduced
charity, charities, nonprofit, church, donate, donated, donation > charitable contribution organization
college, university, school, tuition > educational institution tuition qualified education
student > student educational
retire, retired, retirement, pension, nest egg > retirement plan pension annuity
ira > individual retirement account plan
401k > elective deferral qualified cash deferred arrangement
pull out, take out, withdraw, withdrawal, cash out > distribution
put in, putting in, chip in > contribution
insurance > insurance contract
policy > insurance contract
disaster, hurricane, flood, fire, tornado, storm > casualty disaster
stolen, theft, robbed, embezzled > theft loss
dinner, lunch, meal, food > meals food beverages
game, tickets, concert, golf, party > entertainment amusement recreation
trip, flight, hotel > travel away from home lodging
drive, driving, commute, miles > transportation
uniform, clothes > clothing
hobby, sideline, pastime > activity not engaged in for profit
start, starting, open, opening, launch > start-up active trade or business organization
close, closing, wind up, winds up, shut down, dissolve > liquidation termination dissolution
buyout, buy out, bought out > redemption liquidation retiring
buy back, buyback, bought back > redemption repurchase
take over, takeover, acquire a company > acquisition reorganization control
merge, merged, merger > merger consolidation reorganization
spin off, spinoff > distribution controlled corporation
pay out, payout > distribution dividend
hoard, hoarding, stockpile > accumulate accumulated earnings retained
partner, partners, firm > partnership partner
leaves, left, quit, retiring partner > retire liquidation withdrawal
llc > partnership limited liability
s corp, s-corp, sub s, subchapter s > S corporation
c corp, regular corporation > C corporation
founder, startup > organizer small business
overseas, abroad, offshore > foreign
foreigner, noncitizen, non-citizen, immigrant > nonresident alien foreign person
subsidiary, affiliate, sister company > controlled corporation subsidiary affiliated group
owned by the same people, common ownership > controlled group related
farmer, farm, ranch, crop > farming farm
oil, gas, well, mine > mineral oil gas depletion
bet, bets, gamble, gambling, casino > wager wagering
whiskey, liquor, moonshine > distilled spirits
cigarette, smoking > tobacco cigarettes
gun > firearm
electric car, ev > clean vehicle plug-in
solar > solar energy property
patent, invention, inventor > patent
brand, logo, trademark > trademark trade name
customer list, know-how, noncompete, non-compete > goodwill intangible covenant
software > computer software
customer, customers > customer purchaser
paid in advance, prepay, prepaid, deposit > advance payment prepaid
cash basis > cash receipts and disbursements method
accrual > accrual method
books, bookkeeping > accounting method books
year end, fiscal year > taxable year annual accounting period
same-sex, living together, unmarried > marital status
nanny, babysitter, daycare > household dependent care
disabled, handicapped > disability disabled
veteran, soldier, military, army > armed forces
priest, pastor, minister > minister gospel church
old, elderly, senior > attained age
move, moved, moving, relocate > moving expenses
vacation home, airbnb, beach house, cabin > dwelling unit vacation rental personal use
wealthy, rich > high income
prices go up, inflation > cost-of-living adjustment
lease, leased, leasing > lease lessee lessor
revenue > revenue performance obligation contract customer
impaired, impairment > impairment carrying amount
workpaper, working papers > audit documentation
warehouse count, stocktake > inventory observation
oven, tractor, printer, copier, crane, forklift, camera, server, tablet, phone, x-ray, lathe, mower, trailer, appliances, refrigerator > equipment tangible personal property depreciable
bakery, restaurant, shop, store, salon, plumber, electrician, barber, dentist, consultant, bakeshop, cafe, food truck, garage, studio > trade business
cottage, lake house, second home, timeshare, chalet, houseboat, motorhome, rv > residence dwelling unit
duplex, triplex, rental house, rental property, apartment building > residential rental real property
office building, warehouse, factory, strip mall > nonresidential real property building
boyfriend, girlfriend, fiance, roommate, domestic partner > individual household member
widow, widower > surviving spouse decedent
orphan, stepchild, stepson, stepdaughter, foster child, adopted > child dependent
in-laws, relatives, relative, kin > family related dependent
guardian, executor, trustee, administrator > fiduciary executor estate trust
trust fund > trust beneficiary
will, probate, last will > estate decedent executor
funeral, burial > funeral administration expenses
uber, lyft, doordash, side job, moonlighting > self-employment trade business
commission, tips, overtime, severance, back pay, signing bonus > wages compensation
stock option, options, rsu, restricted shares, equity grant > option stock compensation services
vest, vests, vested, vesting > substantially vested substantial risk of forfeiture nonforfeitable
mutual fund, etf, index fund > regulated investment company
broker, brokerage > broker securities
day trader, trades often > securities trader mark to market
dividend, dividends > dividend distribution earnings and profits
interest free, no interest, zero interest, low interest > below-market loan forgone interest applicable federal rate
cd, treasury, t-bill, savings bond > obligation interest bond
coin, coins, stamp, stamps, art, painting, antiques, wine collection, baseball cards > collectible
gold, silver, bullion > collectible precious metal
ticket, lottery, jackpot, sweepstakes, raffle > prize award wagering gambling
scholarship, fellowship, stipend > qualified scholarship
student loan, tuition bill, textbooks > education loan qualified higher education expenses
daycare, babysitting, preschool, summer camp > dependent care expenses
alimony, spousal support, child support > alimony separate maintenance support divorce
prenup, property settlement > incident to divorce transfer
injure, crash, malpractice, slander, libel, whistle > damages injury
foreclosed, foreclosure, repossessed, short sale, upside down, underwater > foreclosure discharge indebtedness acquisition property
credit card > indebtedness personal interest
settle, settles, settled for less > compromise discharge
seize, seized, seizure, garnish, garnished, take my wages > levy distraint
lien > lien notice filed
passport > passport seriously delinquent tax debt
amend, amended return, fix an old return, correct an old return > claim credit refund overpayment limitation
extension, more time > extension of time filing
quarterly payments, estimated payments > estimated tax installment underpayment
withhold, withholding, w-4, taken out of my paycheck > withholding deduction wages
1099, w-2, k-1 > information return statement payee
preparer, accountant, cpa, tax pro > tax return preparer
appeal, appeals, fight the irs, court > Tax Court petition review
whistleblower, informant, tip off > award whistleblower information
innocent, ex-husband's taxes, ex-wife's taxes > relief joint and several liability
signed jointly, file jointly, filing together, joint > joint return husband wife
single, single mom, single dad, single parent > head of household unmarried individual
live with me, lives with me, support my > dependent support household
teacher, educator > educator elementary secondary school
nurse, physician, lawyer, attorney, doctor's practice, law firm > professional services health law personal service
athlete, artist, performer, musician, author, writer > performing arts personal services copyright
truck driver, trucker, pilot, flight attendant > transportation employee away from home
minister's house, parsonage > housing allowance minister
landlord's, deposit, security deposit > rent deposit
repair, repaired, fix, fixed, roof, paint > repairs improvements capital expenditures
remodel, renovate, renovated, renovation, build, built, construct > improvement construction rehabilitation capital expenditures
tear down, demolish, demolition, bulldoze > demolition structure
energy bill, insulation, heat pump > energy efficient property
timber, trees, logs > timber cutting
cattle, livestock, horses, herd > livestock farming
well, drilling, royalties, mineral rights > mineral oil gas royalty depletion
patent license, royalty > royalty patent license
copyright, book, song > copyright literary musical composition
website, app, code > computer software development
research, experiment, prototype > research experimental expenditures
goodwill > goodwill intangible
sell the business, selling the business, sale of the business, buy a business, buys a business > applicable asset acquisition assets trade business goodwill
going public, public company, publicly traded > publicly held corporation
takeover, golden handshake, change of control > parachute payment change ownership control
shell, loss company, buy losses, carryforward > net operating loss carryforward ownership change
parent company, holding company > affiliated group common parent
brother-sister, same owners > controlled group
single shareholder, sole owner, owner-employee > shareholder employee
loan from the company, borrows from his company, shareholder loan > loan shareholder distribution below-market
salary too high, overpay, overpaid > reasonable compensation
car allowance, company car, personal use of the car > fringe benefit automobile
gym, parking, transit, cafeteria, holiday gift, employee discount > fringe benefit
health plan, health insurance, medical insurance, obamacare > health plan coverage accident
hsa, fsa, flex plan > health savings account cafeteria plan
life insurance, policy payout, death benefit > life insurance contract proceeds
annuity > annuity contract
long-term care, nursing home, assisted living > long-term care services medical
social security check, social security > social security benefits
unemployment, jobless > unemployment compensation
disabled worker, workers comp > workmen's compensation disability
early retirement, before 59 > early distribution additional tax
must i take, rmd, required distribution > required minimum distribution required beginning date
convert, conversion, backdoor > rollover conversion Roth
excess contribution, too much into > excess contributions
leave the country, move abroad, renounce, give up citizenship > expatriate citizenship
green card, visa > resident alien lawful permanent residence
treaty > treaty convention
foreign bank, swiss account > foreign financial account assets
export, exports > export foreign
import, imports > import customs
tariff, customs > customs duty
parent in japan, foreign parent, foreign owner > foreign-owned 25-percent related party
subsidiary abroad, foreign subsidiary > controlled foreign corporation
transfer price, intercompany > related arm's length allocation
charge too little, underpriced > less than adequate consideration fair market value
nonprofit's, foundation, family foundation > private foundation exempt organization
lobby, lobbying, politician, campaign > political expenditure influencing legislation
fundraiser, auction, bake sale > charitable fund raising unrelated
clothes to goodwill, household items > charitable contribution property
volunteer, volunteering > charitable services unreimbursed
hoa, homeowners > homeowners association
co-op, cooperative > cooperative patronage
bank fails, credit union > bank financial institution
church > church religious organization
city, county, state government > governmental unit political subdivision
school bond, muni, municipal > State local bond interest
bitcoin miner, nft, staking > digital asset property
cheaper, bargain, discount, below value > bargain sale less than fair market value
in exchange for, barter, bartered > exchange property services
in installments, paid over time, over five years, seller financing > installment method deferred payment
option to buy > option
earnout > contingent payment
broken contract, cancel the lease, cancelled contract > cancellation termination right
worthless, went bust, bankrupt company > worthless security loss
scam, scammed, ponzi, fraudster > theft loss
burned, burnt, burned down, flooded, wrecked, destroyed > casualty destruction involuntary conversion
condemn, condemned, eminent domain, taken by the city > condemnation involuntary conversion
replace, replacement, rebuild > replacement property
relocated, new job > moving expenses
travel, away overnight, conference, convention > traveling expenses away from home
home office, work from home, spare room > business use dwelling unit
mileage, gas, tolls, parking fees > transportation automobile
cell phone, internet > listed property
hand out, handed out, distributes, distributed > distribution
divide, divided, break up, split the company > distribution division reorganization
incorporate, incorporates, incorporated, turn into a corporation > transfer to controlled corporation exchange stock
contribute, contributes, puts into the partnership > contribution partnership property
loses status, revoke, terminates > termination revocation election
elect, choose, opt > election
switch, change method, change from cash > change method accounting
count inventory, stock on hand, merchandise > inventory
construction job, builder, contractor, long job > long-term contract percentage of completion
subscription, gift card, tickets sold ahead > advance payment prepaid
`;
